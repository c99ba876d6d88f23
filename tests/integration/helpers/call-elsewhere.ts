import { appendChanges } from '#platform/db/change-log/write.ts'
import type { Database } from '#platform/db/database.ts'
import type { CallHandler } from '#platform/live/server/call-handler.ts'
import type { Call, LiveServer } from '#platform/live/server/live-server.ts'

/** Answers a call as another process would: the change log of this node delivers its changes later. */
export function callElsewhere<Services, Answer>(
  database: Database,
  handler: CallHandler<Services>,
  services: Services,
  call: Pick<Call<object>, 'userId' | 'input'>,
): Promise<Answer> {
  const commit: Call<object>['commit'] = async write => {
    await database.transaction(async tx => appendChanges(tx, await write(tx)))
  }
  return new Promise(resolve => {
    const method = (_: unknown, answer: (call: object) => Promise<Answer>): void => resolve(answer({ ...call, commit }))
    handler.register({ method } as unknown as LiveServer, services)
  })
}
