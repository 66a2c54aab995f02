/** The reason with which a call was refused, or "accepted". */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "accepted";
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
}

/** A refusal with its field and details; fails when the call is accepted. */
export async function refused(
  call: Promise<unknown>,
): Promise<{ reason: string; param: string | null; details: Record<string, unknown> | null }> {
  try {
    await call;
  } catch (error) {
    const { reason, param, details } = error as {
      reason: string;
      param: string | null;
      details: Record<string, unknown> | null;
    };
    return { reason, param, details };
  }
  throw new Error("the call was accepted");
}
