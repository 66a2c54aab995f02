// A database that restarts is no fault of a call: whoever called tries again.
import { sqlState } from "@openintents/postgres";
import { ServiceError, serviceError } from "@openintents/process";

const NODE_CODES = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENOTFOUND"];
/** Connection exceptions; shut down by an operator, by a crash, or not up yet; no connection left. */
const SQL_STATES = /^(08...|57P0[123]|53300)$/;
const MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether the error says that the database could not be reached, or broke off. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ServiceError) return false;
  const state = sqlState(error);
  if (state !== undefined && SQL_STATES.test(state)) return true;
  const { code } = error as { code?: unknown };
  return (typeof code === "string" && NODE_CODES.includes(code)) || MESSAGES.test(error.message);
}

/** What a caller is told of an error: `unavailable` while the database is away, else the error itself. */
export function told(error: unknown): unknown {
  if (!isDatabaseAway(error)) return error;
  return serviceError("unavailable", "The database cannot be reached at the moment.", {
    retryAfterSeconds: 1,
    cause: error,
  });
}

/** The handler, whose callers hear `unavailable` while the database is away. */
export function retryable<A extends unknown[], R>(handler: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      throw told(error);
    }
  };
}
