import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { fromLocalInput, toLocalInput } from '#platform/ui/time/zoned-time.ts'

interface DrawLaterProps {
  event: ShownEvent
  /** number of the round that is drawn */
  number: number
  onDraw: (how: { held?: true; startsAt?: Date }) => Promise<void>
  onClose: () => void
}

/** Returns the next time of day `HH:MM` in a time zone; null: it is not one. */
function nextTime(time: string, zone: string, now: Date): Date | null {
  const today = fromLocalInput(`${toLocalInput(now, zone).slice(0, 10)}T${time}`, zone)
  if (today === null || today >= now) return today
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000)
  return fromLocalInput(`${toLocalInput(tomorrow, zone).slice(0, 10)}T${time}`, zone)
}

/** Dialog that draws a round which begins later, or which only those who direct the event see until they show it. */
export function DrawLater({ event: { timeZone }, number, onDraw, onClose }: DrawLaterProps) {
  const form = useForm<{ held: boolean; time: string }>({
    initial: { held: false, time: '' },
    check: ({ time }) => ({
      time: time === '' || nextTime(time, timeZone, new Date()) !== null ? undefined : m.events_draw_time_missing(),
    }),
    send: async ({ held, time }) => {
      const startsAt = time === '' ? null : nextTime(time, timeZone, new Date())
      await onDraw({ ...(held ? { held } : {}), ...(startsAt === null ? {} : { startsAt }) })
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_draw({ n: number })} onClose={onClose}>
      <FormBody form={form} action={m.events_draw({ n: number })} wide>
        <Checkbox
          label={m.events_draw_held()}
          hint={m.events_draw_held_hint()}
          checked={form.values.held}
          onChange={held => form.set('held', held)}
        />
        <TextField label={m.events_draw_time()} type="time" hint={timeZone.replaceAll('_', ' ')} {...form.field('time')} />
      </FormBody>
    </Dialog>
  )
}
