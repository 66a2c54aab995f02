// A request exactly as written: a client library would mend what these tests send on purpose.
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends a text over a socket of its own and reads until the other side has nothing more to say, or 10 s. */
export function sendRaw(port: number, text: string, host = "127.0.0.1"): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    let answer = "";
    const finish = () => {
      socket.destroy();
      const [head = "", ...body] = answer.split("\r\n\r\n");
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: body.join("\r\n\r\n") });
    };
    socket.setTimeout(10_000, finish);
    socket.on("data", (chunk) => {
      answer += chunk;
      // Whatever the rest is: these answers name their length.
      const [head, body] = answer.split("\r\n\r\n", 2);
      const length = /content-length: (\d+)/i.exec(head ?? "")?.[1];
      if (length !== undefined && Buffer.byteLength(body ?? "") >= Number(length)) finish();
    });
    socket.on("end", finish);
    socket.on("error", reject);
    socket.write(text);
  });
}

/** A request's text; headers are written in the order given. */
export function requestText(line: string, headers: [string, string][], body = ""): string {
  return `${line} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}
