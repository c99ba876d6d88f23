import type { Ejson } from '#ddp/wire/ejson.ts'
import type { MethodContract } from '../contract.ts'
import type { Call, LiveServer } from './live-server.ts'

/** How a feature answers one call. It has a file of its own, `server/calls/NAME.ts`, and a line in the feature's list of calls. */
export interface CallHandler<Services> {
  register(live: LiveServer, services: Services): void
}

/** Declares how a call is answered. @param answer gets the services of the feature that it uses */
export const handle = <Input, Answer extends Ejson | object, Services>(
  contract: MethodContract<Input, Answer>,
  answer: (call: Call<Input>, services: Services) => Promise<Answer>,
): CallHandler<Services> => ({
  register: (live, services) => live.method(contract, call => answer(call, services)),
})

/** The same for a call that records a score or a result: what it reads has the turns of writes at the database (decision 047). */
export const handleRecording = <Input, Answer extends Ejson | object, Services>(
  contract: MethodContract<Input, Answer>,
  answer: (call: Call<Input>, services: Services) => Promise<Answer>,
): CallHandler<Services> => ({
  register: (live, services) => live.recordingMethod(contract, call => answer(call, services)),
})

/** Registers all calls of a feature. */
export function registerCalls<Services>(live: LiveServer, calls: readonly CallHandler<Services>[], services: Services): void {
  for (const call of calls) call.register(live, services)
}
