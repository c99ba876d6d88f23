import { handleRecording } from '#platform/live/server/call-handler.ts'
import { signedIn } from '#platform/live/server/live-server.ts'
import { scoresSubmit } from '#scores/contract/scores.ts'
import type { ScoresServices } from '../services.ts'

export const submitScore = handleRecording(scoresSubmit, async (call, { submissions }: ScoresServices) => {
  const { answer, changes } = await submissions.submit(signedIn(call), call.input)
  await call.committed(changes)
  return answer
})
