//! The answers of the server to the requests that every host answers.

use super::*;
use yomikiri_testing::parity::{answer, answers, assert_same, requests};

fn events(address: SocketAddr, request: &Value) -> Vec<Value> {
    let reply = post(address, "/api/run", request).expect("an answer");
    match reply.status {
        200 => reply.events().expect("a whole stream"),
        400 => vec![reply.json().expect("JSON")],
        status => panic!("status {status}: {request}"),
    }
}

#[test]
fn the_server_answers_as_the_library() {
    let server = server();
    let found: Vec<Value> = requests()
        .iter()
        .map(|request| answer(request, events(server.address, &request["request"])))
        .collect();
    assert_same(&answers(), &found);
}
