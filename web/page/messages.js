// All that the page says, in both languages. A test fails if a key is missing in one of them or is not used.

/** @typedef {"en" | "ja"} Language */

/** @type {Record<string, {en: string, ja: string}>} */
export const messages = {
  // Views
  views: { en: "Views", ja: "画面" },
  view_setup: { en: "Set up", ja: "盤面" },
  view_solve: { en: "Solve", ja: "解く" },
  view_play: { en: "Play", ja: "指す" },
  view_judge: { en: "Judge", ja: "検討" },
  view_compose: { en: "Compose", ja: "創作" },
  view_brinkmate: { en: "Brinkmate", ja: "必至" },
  view_book: { en: "Book", ja: "図巧" },
  view_othello: { en: "Othello", ja: "オセロ" },
  view_connect6: { en: "Connect6", ja: "六目並べ" },
  theme: { en: "Colours", ja: "配色" },
  theme_auto: { en: "as the system", ja: "自動" },
  theme_light: { en: "light", ja: "明" },
  theme_dark: { en: "dark", ja: "暗" },

  // The server
  offline: { en: "The server does not answer. The page tries again by itself.", ja: "サーバーが応答しません。自動で再接続します。" },
  online: { en: "The server is there again.", ja: "サーバーに再接続しました。" },
  offline_search: { en: "The search was lost with the server.", ja: "サーバーが切れ、探索は失われました。" },
  queued: { en: "Waiting: {count} searches ahead.", ja: "待機中：前に{count}件あります。" },

  // The board
  board: { en: "Board", ja: "盤" },
  black: { en: "Black", ja: "先手" },
  white: { en: "White", ja: "後手" },
  empty: { en: "empty", ja: "空き" },
  nothing: { en: "nothing", ja: "なし" },
  in_hand: { en: "{side} in hand", ja: "{side}持駒" },
  hand_of: { en: "Hand of {side}", ja: "{side}の持駒" },
  piece_K: { en: "king", ja: "玉" },
  piece_R: { en: "rook", ja: "飛" },
  piece_B: { en: "bishop", ja: "角" },
  piece_G: { en: "gold", ja: "金" },
  piece_S: { en: "silver", ja: "銀" },
  piece_N: { en: "knight", ja: "桂" },
  piece_L: { en: "lance", ja: "香" },
  piece_P: { en: "pawn", ja: "歩" },
  piece_PR: { en: "dragon", ja: "龍" },
  piece_PB: { en: "horse", ja: "馬" },
  piece_PS: { en: "promoted silver", ja: "成銀" },
  piece_PN: { en: "promoted knight", ja: "成桂" },
  piece_PL: { en: "promoted lance", ja: "成香" },
  piece_PP: { en: "tokin", ja: "と" },

  // Setting up
  position: { en: "Position", ja: "局面" },
  undo: { en: "Undo", ja: "元に戻す" },
  redo: { en: "Redo", ja: "やり直す" },
  clear: { en: "Clear", ja: "クリア" },
  mirror: { en: "Mirror", ja: "左右反転" },
  shift: { en: "Shift all pieces", ja: "全体を移動" },
  shift_left: { en: "Shift left", ja: "左へ移動" },
  shift_right: { en: "Shift right", ja: "右へ移動" },
  shift_up: { en: "Shift up", ja: "上へ移動" },
  shift_down: { en: "Shift down", ja: "下へ移動" },
  piece_box: { en: "Piece box", ja: "駒箱" },
  left: { en: "{count} left", ja: "残り{count}" },
  box_color: { en: "Pieces of {side}; press for the other side", ja: "{side}の駒。押すと相手側の駒" },
  box_color_title: { en: "Pieces of the other side", ja: "相手側の駒に切り替え" },
  attack_short: { en: "Black", ja: "先手" },
  defend_short: { en: "White", ja: "後手" },
  defender_hand: { en: "Defender's hand", ja: "玉方の持駒" },
  hand_rest: { en: "all pieces that are left", ja: "残り駒全部" },
  hand_written: { en: "as set", ja: "指定どおり" },
  to_move: { en: "Attacker", ja: "攻方" },
  turn_b: { en: "Black ☗", ja: "先手 ☗" },
  turn_w: { en: "White ☖", ja: "後手 ☖" },
  read_position: { en: "Read a position or a game", ja: "棋譜・局面の読み込み" },
  paste_here: { en: "Paste KIF, KI2, CSA, JKF, BOD, SFEN or a USI line", ja: "KIF・KI2・CSA・JKF・BOD・SFEN・USIを貼り付け" },
  read: { en: "Read", ja: "読み込む" },
  open_file: { en: "Open a file…", ja: "ファイルを開く…" },
  setup_note: {
    en: "Drag or tap pieces. A second tap promotes, then turns. Keys on a square: k r b g s n l p (with Shift the other side), + promotes, - turns, Delete clears. Files can be dropped anywhere.",
    ja: "駒はドラッグかタップで。もう一度タップすると成・向きが変わります。キー操作：k r b g s n l p（Shiftで相手側）、+ で成、- で向き、Deleteで消去。ファイルはどこにでもドロップできます。",
  },
  no_more: { en: "No {piece} is left.", ja: "{piece}はもうありません。" },
  checks_count: { en: "{count} possible checks.", ja: "王手は{count}通り。" },
  was_read: { en: "Read: {format}, {moves} moves.", ja: "読み込みました：{format}、{moves}手。" },
  not_read: { en: "This could not be read.", ja: "読み込めませんでした。" },
  file_too_large: { en: "The file is too large (4 MB at most).", ja: "ファイルが大きすぎます（4MBまで）。" },
  pasted_list: { en: "Pasted list", ja: "貼り付けた問題集" },
  bad_address: { en: "The address holds no position that can be read.", ja: "アドレスの局面が読めません。" },

  // Sharing
  share: { en: "Share", ja: "共有" },
  share_link: { en: "Copy the link to this position and line", ja: "この局面と手順へのリンクをコピー" },
  share_link_short: { en: "Link", ja: "リンク" },
  share_sfen: { en: "Copy the position as SFEN", ja: "局面をSFENでコピー" },
  share_kif: { en: "Save as KIF", ja: "KIFで保存" },
  share_svg: { en: "Save the diagram as SVG", ja: "図面をSVGで保存" },
  share_png: { en: "Save the diagram as PNG", ja: "図面をPNGで保存" },
  copied: { en: "Copied.", ja: "コピーしました。" },
  copy_by_hand: { en: "Copy this:", ja: "コピーしてください：" },

  // Solving
  searching: { en: "Searching…", ja: "読んでいます…" },
  not_searched: { en: "Not searched yet.", ja: "まだ読んでいません。" },
  mate: { en: "Mate", ja: "詰み" },
  no_mate: { en: "No mate", ja: "不詰" },
  unknown: { en: "Unknown", ja: "不明" },
  plies: { en: "in {count}", ja: "{count}手" },
  plies_at_most: { en: "in at most {count}", ja: "{count}手以下" },
  proved_shortest: { en: "The shortest mate, proved.", ja: "最短と証明済み。" },
  looking_for_shorter: { en: "Looking for a shorter mate…", ja: "より短い詰みを探しています…" },
  shorter_possible: { en: "A shorter mate may exist.", ja: "より短い詰みがあるかもしれません。" },
  with_interpositions: { en: " {count} with every interposition.", ja: " 無駄合を含めて{count}手。" },
  leftover: { en: "left in hand: {pieces}", ja: "駒余り {pieces}" },
  no_mate_proved: { en: "Proved: no sequence of checks mates.", ja: "王手の連続では詰まないと証明済み。" },
  no_mate_so_far: { en: "No mate found so far.", ja: "まだ詰みは見つかっていません。" },
  stop: { en: "Stop", ja: "止める" },
  solve_again: { en: "Search again", ja: "読み直す" },
  time: { en: "Time", ja: "時間" },
  nodes: { en: "Nodes", ja: "局面数" },
  rate: { en: "Rate", ja: "速さ" },
  table: { en: "Table", ja: "置換表" },
  pn: { en: "proof number", ja: "証明数" },
  dn: { en: "disproof number", ja: "反証数" },
  plot_label: { en: "Proof and disproof number of the root over time, logarithmic", ja: "根の証明数と反証数の推移（対数）" },
  seconds: { en: "{count} s", ja: "{count}秒" },
  searched: { en: "{nodes} nodes in {seconds}", ja: "{seconds}で{nodes}局面" },
  main_line: { en: "Main line", ja: "作意手順" },
  stepper: { en: "Steps of the line", ja: "手順の再生" },
  step_first: { en: "To the start", ja: "最初へ" },
  step_back: { en: "One move back", ja: "一手戻る" },
  step_on: { en: "One move on", ja: "一手進む" },
  step_last: { en: "To the end", ja: "最後へ" },
  to_main_line: { en: "main line", ja: "本手順へ" },
  futile_along: { en: "Futile interpositions along the line: {count}", ja: "手順中の無駄合：{count}" },
  futile_mate_at_once: { en: "taken with mate", ja: "取って詰み" },
  futile_no_longer: { en: "taken, and no longer", ja: "取って手数が延びない" },
  futile_still_mate: { en: "taken, and still mate", ja: "取っても詰む" },
  compare_runs: { en: "Searches of this position", ja: "この局面の探索の比較" },
  algorithm: { en: "Algorithm", ja: "アルゴリズム" },
  verdict: { en: "Verdict", ja: "結果" },
  more: { en: "More: algorithm, limits, rules", ja: "詳細：アルゴリズム・制限・規則" },
  limit_time: { en: "Seconds", ja: "秒数" },
  limit_nodes: { en: "Nodes", ja: "局面数" },
  limit_memory: { en: "Memory", ja: "メモリ" },
  no_limit: { en: "no limit", ja: "無制限" },
  first_only: { en: "stop at the first mate", ja: "最初の詰みで止める" },
  search_with: { en: "Search with these", ja: "この設定で読む" },
  rules: { en: "Futile interpositions", ja: "無駄合の規則" },
  rules_plus2: { en: "traditional", ja: "通例（2手延び不可）" },
  rules_miwa: { en: "Miwa", ja: "三輪案" },
  rules_basic: { en: "basic", ja: "基本" },
  rules_raw: { en: "count all", ja: "無駄合なし（全合）" },

  // Every move
  checks_here: { en: "Checks", ja: "王手と紛れ" },
  answers_here: { en: "Answers", ja: "応手と変化" },
  looking_at_moves: { en: "Looking at every move…", ja: "全ての手を調べています…" },
  no_check_here: { en: "There is no check.", ja: "王手はありません。" },
  mated_here: { en: "Mate: no answer is left.", ja: "詰み：受けはありません。" },
  show_all: { en: "Show all {count}", ja: "{count}手すべて表示" },
  why: { en: "Why?", ja: "なぜ？" },
  mate_in: { en: "mate in {count}", ja: "{count}手詰" },
  mated_in: { en: "mated in {count}", ja: "{count}手で詰み" },
  mate_in_at_most: { en: "mate in at most {count}", ja: "{count}手以下で詰み" },
  longest: { en: "longest", ja: "最長" },
  fate_open: { en: "open", ja: "未確認" },
  fate_no_mate: { en: "no mate", ja: "不詰" },
  fate_escape: { en: "escapes", ja: "逃れ" },
  fate_futile: { en: "futile", ja: "無駄合" },
  end_no_check: { en: "no check left", ja: "王手なし" },
  end_circle: { en: "back to the position after move {ply}", ja: "{ply}手目の局面に戻る" },
  end_shown: { en: "the same as above", ja: "既出の局面" },
  end_cut: { en: "{count} checks, none mates", ja: "王手{count}通り、どれも不詰" },
  end_open: { en: "answer not found", ja: "受けは未確認" },
  others: { en: "and {count} more", ja: "ほか{count}手" },
};

/** @type {Language} */
let current = "en";
try {
  const stored = JSON.parse(localStorage.getItem("yomikiri.language") ?? "null");
  current = stored === "ja" || stored === "en" ? stored : navigator.language.startsWith("ja") ? "ja" : "en";
} catch {
  // Without storage, or outside of a browser, English.
}

export const language = () => current;

/** @param {Language} to */
export function setLanguage(to) {
  current = to;
  localStorage.setItem("yomikiri.language", JSON.stringify(to));
}

/** A message, with values for what is in braces. @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const text = messages[key]?.[current];
  if (text === undefined) throw new Error(`no message ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
