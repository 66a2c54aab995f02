// A process that uses the shared test server in the folder given, for the test that kills it.
import { findServer, sharedServer } from "../src/test-server.ts";

console.log(await findServer(sharedServer(process.argv[2])));
setInterval(() => undefined, 60_000);
