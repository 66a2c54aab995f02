import type { Metadata } from "@openintents/rpc";

/** What the service knows about one HTTP request beside what fastify keeps. */
export type RequestState = {
  /** req_…, made here, sent with every answer and passed on with every call. */
  id: string;
  /** The caller's `authorization` value once its form was checked. */
  authorization: string | undefined;
  /** Rate-limit state and the like that a call behind this request answered. */
  trailers: Metadata | undefined;
  /** A service was asked, so the caller's credential was checked and charged there. */
  asked: boolean;
};

declare module "fastify" {
  interface FastifyRequest {
    rest: RequestState;
  }
}
