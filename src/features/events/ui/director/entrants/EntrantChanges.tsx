import { eventsEditEntrant, eventsMergeEntrants, eventsRemoveEntrant } from '#events/contract/entrants.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { isIfpaNumber } from '#players/ui/ifpa-number.ts'
import { useAnnounce } from '../action-area.tsx'
import { findShared, listTaken } from './candidates.ts'
import { isGuestName } from './name-list.ts'

interface EntrantStepProps {
  eventId: string
  entrant: Entrant
  onClose: () => void
}

/** Dialog that changes the name and the IFPA number of a guest. */
export function EditGuest({ eventId, entrant: { _id: entrantId, displayName, ifpaNumber = '' }, onClose }: EntrantStepProps) {
  const edit = useMethod(eventsEditEntrant)
  const announce = useAnnounce()
  const form = useForm({
    initial: { name: displayName, ifpaNumber },
    check: values => ({
      name: isGuestName(values.name.trim()) ? undefined : m.events_people_name_wrong(),
      ifpaNumber: isIfpaNumber(values.ifpaNumber) ? undefined : m.players_ifpa_wrong(),
    }),
    send: async values => {
      const name = values.name.trim()
      await edit({ eventId, entrantId, displayName: name, ifpaNumber: values.ifpaNumber.trim() || null })
      announce(m.events_people_edited({ name }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_edit_name({ name: displayName })} onClose={onClose}>
      <FormBody form={form} action={m.ui_save_name()} wide>
        <TextField label={m.ui_name()} maxLength={60} autoComplete="off" {...form.field('name')} />
        <TextField
          label={m.ui_ifpa_number()}
          hint={m.events_people_ifpa_hint()}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          dir="ltr"
          {...form.field('ifpaNumber')}
        />
      </FormBody>
    </Dialog>
  )
}

/** Asks before an entrant is removed. The server refuses it for one who has played. */
export function RemoveEntrant({ eventId, entrant: { _id: entrantId, displayName }, onClose }: EntrantStepProps) {
  const remove = useMethod(eventsRemoveEntrant)
  const announce = useAnnounce()
  return (
    <ConfirmDialog
      title={m.ui_remove_name_ask({ name: displayName })}
      confirmLabel={m.events_people_remove()}
      cancelLabel={m.ui_cancel()}
      onConfirm={async () => {
        await remove({ eventId, entrantId })
        announce(m.events_people_removed({ name: displayName }))
      }}
      onClose={onClose}
    >
      <p>{m.events_people_remove_words({ name: displayName })}</p>
    </ConfirmDialog>
  )
}

/** Dialog that merges a guest into another player; players of the same name or IFPA number stand first. */
export function MergeGuest({ eventId, entrant, entrants, onClose }: EntrantStepProps & { entrants: readonly Entrant[] }) {
  const { _id: from, displayName: name } = entrant
  const merge = useMethod(eventsMergeEntrants)
  const announce = useAnnounce()
  const others = entrants.filter(({ _id }) => _id !== from)
  const taken = listTaken([entrant], [])
  const isSame = (other: Entrant): boolean => findShared(other, taken) !== null
  const sorted = [...others.filter(isSame), ...others.filter(each => !isSame(each))]
  const form = useForm({
    initial: { into: '' },
    check: ({ into }) => ({ into: into === '' ? m.events_people_merge_missing() : undefined }),
    send: async ({ into }) => {
      await merge({ eventId, from, into })
      announce(m.events_people_merged({ name, other: others.find(({ _id }) => _id === into)?.displayName ?? '' }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.events_people_merge_title({ name })} onClose={onClose}>
      <FormBody form={form} action={m.events_people_merge()} kind="danger" wide>
        <p className={layout.quiet}>{m.events_people_merge_words({ name })}</p>
        <Select
          label={m.events_people_merge_into()}
          value={form.values.into}
          error={form.field('into').error}
          choices={[
            { value: '', label: m.events_people_merge_choose() },
            ...sorted.map(({ _id, displayName, username, userId, ifpaNumber }) => ({
              value: _id,
              label: commas([
                displayName,
                userId === undefined ? m.events_guest() : username,
                ifpaNumber !== undefined && `IFPA ${ifpaNumber}`,
              ]),
            })),
          ]}
          onChange={into => form.set('into', into)}
        />
      </FormBody>
    </Dialog>
  )
}
