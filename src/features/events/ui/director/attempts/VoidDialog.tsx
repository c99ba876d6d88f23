import { useState } from 'react'
import { eventsVoid } from '#events/contract/attempts.ts'
import { type LostGame, LostGames, readLostGames } from '#events/ui/rounds/ReopensQuestion.tsx'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'
import { useAnnounce } from '../action-area.tsx'

const MINUTE = 60_000

/** The texts of the dialog, by what is voided. */
const TEXTS = {
  attempt: { title: () => m.events_void_score(), text: m.events_void_words, action: m.events_void_score, done: m.events_void_done },
  window: {
    title: (machine: string) => m.events_machines_void_on({ machine }),
    text: m.events_void_all_words,
    action: m.events_void_scores,
    done: m.events_void_all_done,
  },
  game: {
    title: () => m.events_void_game_title(),
    text: m.events_void_game_words,
    action: m.events_void_game,
    done: m.events_void_game_done,
  },
} as const

export interface VoidDialogProps {
  event: ShownEvent
  /** one attempt, the attempts of a time window on a machine, or the game of a group; `name`: a label for either */
  target: { attemptId: string; name: string } | { machineId: string; name: string } | { groupId: string; game?: number; name: string }
  onClose: () => void
}

/** Dialog that takes scores or a game out of the standings and asks for the reason. */
export function VoidDialog({ event: { _id: eventId, timeZone }, target, onClose }: VoidDialogProps) {
  const voidScores = useMethod(eventsVoid)
  const announce = useAnnounce()
  const isWindow = 'machineId' in target
  const texts = TEXTS['groupId' in target ? 'game' : isWindow ? 'window' : 'attempt']
  const [initial] = useState(() => {
    // Rounded up to the next full minute, so that scores of a moment ago are included.
    const next = Math.ceil((Date.now() + 1) / MINUTE) * MINUTE
    return { from: toLocalInput(new Date(next - 30 * MINUTE), timeZone), to: toLocalInput(new Date(next), timeZone), reason: '' }
  })
  const requestId = useRequestId()
  /** results of later games of a bracket that go with this one; null: there are none, or nobody knows yet */
  const [lost, setLost] = useState<LostGame[] | null>(null)
  const form = useForm({
    initial,
    check: ({ from, to }) => {
      if (!isWindow) return {}
      const [first, last] = [fromLocalInput(from, timeZone), fromLocalInput(to, timeZone)]
      const isEmpty = first !== null && last !== null && last <= first
      return {
        from: first === null ? m.events_start_missing() : undefined,
        to: last === null ? m.events_end_missing() : isEmpty ? m.events_end_early() : undefined,
      }
    },
    send: async ({ from, to, reason }) => {
      const input = {
        ...(lost === null ? {} : { reopens: true as const }),
        eventId,
        what: isWindow
          ? { machineId: target.machineId, from: fromLocalInput(from, timeZone)!, to: fromLocalInput(to, timeZone)! }
          : 'groupId' in target
            ? { groupId: target.groupId, ...(target.game === undefined ? {} : { game: target.game }) }
            : { attemptId: target.attemptId },
        reason,
      }
      try {
        await voidScores({ _id: requestId(input), ...input })
      } catch (error) {
        // Pressed once more, it takes these results with it.
        setLost(readLostGames(error))
        throw error
      }
      announce(texts.done())
      onClose()
    },
  })
  return (
    <Dialog open title={texts.title(target.name)} onClose={onClose}>
      {!isWindow && <p>{target.name}</p>}
      <p className={layout.quiet}>{texts.text()}</p>
      {lost !== null && <LostGames games={lost} />}
      <FormBody form={form} kind="danger" action={lost === null ? texts.action() : m.events_bracket_reopens_yes()} wide>
        {isWindow && (
          <div className={layout.pair}>
            <TextField label={m.ui_from()} type="datetime-local" {...form.field('from')} />
            <TextField label={m.events_void_until()} type="datetime-local" hint={timeZone.replaceAll('_', ' ')} {...form.field('to')} />
          </div>
        )}
        <TextArea label={m.events_void_why()} maxLength={300} {...form.field('reason')} />
      </FormBody>
    </Dialog>
  )
}
