export const HELP = `openintents-recognize: what a person wrote becomes a structured, checkable IntentResult, over MCP.

Usage
  openintents-recognize [flags]

Without flags: MCP over standard input and output, one instance "main" that works by rules, no key needed.

What it recognises
  --config FILE             YAML or JSON file with the instances; see the README
  --mode executor|host      executor: intent_parse (default). host: the calling model does the language work,
                            with intent_prepare, intent_accept and intent_cancel. Wins over the file
  --allow-module-executors  let the file name JavaScript modules to load

How it is reached
  --transport stdio|http    stdio (default): MCP 2025-06-18, 2025-11-25 and 2026-07-28 on standard input and output
                            http: stateful Streamable HTTP with 2025-06-18 and 2025-11-25
  --host HOST               address to bind, default 127.0.0.1. Any other than loopback needs --public-origin
  --port PORT               default 3001; 0 picks a free one
  --path PATH               default /mcp
  --public-origin ORIGIN    the origin that clients use, such as https://intents.example.com; its Host and Origin
                            are answered, others are 403. Forwarded headers never count
  --auth none|bearer        none (default), or a bearer token for every request
  --tokens FILE             the tokens of --auth bearer: NAME TOKEN on each line
  --session-idle SECONDS    a session without requests and streams ends after this time, and over gRPC a host
                            request that nobody came back to; default 86400
  --replica NAME            begins each session's ID, for routers; default: the host's name
  --grpc HOST:PORT          serve openintents.recognition.v1.RecognitionService as well

Else
  --check                   read flags, configuration and tokens, say what is wrong, and exit
  --log-level LEVEL         silent, error, warn, info (default) or debug; lines go to standard error
  --version                 print the version
  --help, -h                print this

/healthz and /readyz answer callers on this machine. SIGTERM lets running calls end for 10 s.
Exit codes: 0 ended, 1 failed while running, 2 wrong flags or configuration.
`;
