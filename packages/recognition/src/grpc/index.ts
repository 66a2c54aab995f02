// Public inside the house as "@openintents/recognition/grpc", for whoever serves RecognitionService; no part of what
// others install.
export { invalid, type ReadRequest, readRequest } from "./read-request.ts";
export { refusedRecognition } from "./refusal.ts";
export { resultMessage } from "./result-message.ts";
