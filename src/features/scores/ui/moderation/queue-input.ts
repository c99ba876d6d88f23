import { WAITING, type Waiting } from '../../contract.ts'

/** How many are shown at once; as they are judged the next come. */
export const SHOWN = 20

/** Which of them the address asks for; null: all. */
export const queueStateParam = ({ state }: Readonly<Record<string, string>>): Waiting | null => WAITING.find(each => each === state) ?? null

export const queueInput = (query: Readonly<Record<string, string>>): { state?: Waiting; limit: number } => {
  const state = queueStateParam(query)
  return { ...(state === null ? {} : { state }), limit: SHOWN }
}
