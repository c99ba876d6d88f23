import { eventsHandOver } from '#events/contract/admin.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { useAnnounce } from '../action-area.tsx'
import styles from '../director.module.css'
import { PlayerPicker } from '../entrants/PlayerPicker.tsx'

/** Dialog in which the director chooses another player, who then directs the event. */
export function HandOver({ event: { _id: eventId, name, directorId }, onClose }: { event: ShownEvent; onClose: () => void }) {
  const handOver = useMethod(eventsHandOver)
  const announce = useAnnounce()
  const form = useForm({
    initial: { userId: '', name: '' },
    check: ({ userId }) => ({ userId: userId === '' ? m.events_state_hand_over_none() : undefined }),
    send: async ({ userId, name: chosenName }) => {
      await handOver({ eventId, userId })
      announce(m.events_state_hand_over_done({ name: chosenName }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_state_hand_over_yes()} onClose={onClose}>
      <p className={cx(layout.strong, styles.title)}>
        <bdi>{name}</bdi>
      </p>
      <p>{m.events_state_hand_over_words()}</p>
      <FormBody form={form} action={m.events_state_hand_over_yes()} kind="danger" wide>
        <PlayerPicker
          label={m.events_state_hand_over_find()}
          without={[directorId]}
          error={form.field('userId').error}
          onChoose={player => {
            form.set('userId', player.userId)
            form.set('name', player.name)
          }}
        />
      </FormBody>
    </Dialog>
  )
}
