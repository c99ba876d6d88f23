import * as m from '#messages'
import { ActionButton, ActionError } from '../director/action-area.tsx'
import { useSendResult } from '../results/use-results.ts'
import { gameArgument, type PlayedGroup } from './games-of-group.ts'

/** Enters the same result as another player of the group has entered. */
export function ConfirmEntry({ group }: { group: PlayedGroup }) {
  const { _id, eventId, result, places } = group
  const send = useSendResult()
  return (
    <>
      <ActionButton
        subjectId={_id}
        kind="primary"
        doneMessage={m.events_result_confirmed()}
        action={() => send({ eventId, ...gameArgument(group), order: result!, ...(places === undefined ? {} : { places }) })}
      >
        {m.events_result_confirm()}
      </ActionButton>
      <ActionError subjectId={_id} />
    </>
  )
}
