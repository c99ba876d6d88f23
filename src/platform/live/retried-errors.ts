import type { DdpError } from '#ddp/wire/error.ts'

type Marked = DdpError & { retried?: true }

/** Marks the error of a subscription that is tried again by itself, so that nobody is asked to do it. */
export const markRetried = (error: Marked): void => {
  error.retried = true
}

export const isRetried = (error: Marked): boolean => error.retried === true
