// Screenshots of views for looking at: node tests/look.mjs URL OUT [ja|en] [phone] [dark]
import { chromium } from "playwright-core";
const [, , url, out, ...flags] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const phone = flags.includes("phone");
const page = await browser.newPage({ viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 }, deviceScaleFactor: 1, locale: flags.includes("ja") ? "ja-JP" : "en-US", colorScheme: flags.includes("dark") ? "dark" : "light" });
page.on("console", (message) => console.log(message.type(), message.text()));
page.on("pageerror", (error) => console.log("pageerror", error.stack));
await page.goto(url);
await page.waitForTimeout(Number(flags.find((flag) => /^\d+$/.test(flag)) ?? 1500));
await page.screenshot({ path: out, fullPage: phone });
await browser.close();
