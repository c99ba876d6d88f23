import { useState } from 'react'
import { eventsPersonClaimCode } from '#events/contract/entrants.ts'
import { isGuestName } from '#events/ui/director/entrants/name-list.ts'
import { commas } from '#events/ui/labels/list-labels.ts'
import { groupsEditPerson, groupsMergePeople, groupsRemovePerson } from '#groups/contract.ts'
import type { GroupPerson } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { ShareLinks } from '#platform/ui/sharing/ShareLinks.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { isIfpaNumber } from '#players/ui/ifpa-number.ts'
import { PlayerLink } from '#players/ui/PlayerLink.tsx'
import styles from './invite.module.css'

interface PersonDialogProps {
  person: GroupPerson
  /** everybody on the group's list */
  people: readonly GroupPerson[]
  /** called with what was done, as a sentence */
  onDone: (sentence: string) => void
  onClose: () => void
}

/**
 * What can be done about somebody on the group's list: edit, give out the link by which an account claims the results, merge with another
 * entry, remove. Of a person with an account, only the note can be changed.
 */
export function PersonDialog(props: PersonDialogProps) {
  const { person, people, onClose } = props
  const { name, username, userId } = person
  const [step, setStep] = useState<'claim' | 'merge' | 'remove' | null>(null)
  if (step === 'claim') return <ClaimLink {...props} />
  if (step === 'merge') return <MergePerson {...props} />
  if (step === 'remove') return <RemovePerson {...props} />
  return (
    <Dialog open title={name} onClose={onClose}>
      {username !== undefined && (
        <p>
          <PlayerLink username={username}>{m.events_person_page()}</PlayerLink>
        </p>
      )}
      <EditPerson {...props} />
      <div className={layout.row2}>
        {userId === undefined && <Button onClick={() => setStep('claim')}>{m.events_person_claim()}</Button>}
        {userId === undefined && people.length > 1 && <Button onClick={() => setStep('merge')}>{m.groups_people_merge()}</Button>}
        <Button onClick={() => setStep('remove')}>{m.groups_people_remove()}</Button>
      </div>
    </Dialog>
  )
}

function EditPerson({ person, onDone, onClose }: PersonDialogProps) {
  const { _id: personId, groupId, name, ifpaNumber = '', note = '', userId } = person
  const edit = useMethod(groupsEditPerson)
  const isGuest = userId === undefined
  const form = useForm({
    initial: { name, ifpaNumber, note },
    check: values => ({
      name: !isGuest || isGuestName(values.name.trim()) ? undefined : m.events_people_name_wrong(),
      ifpaNumber: !isGuest || isIfpaNumber(values.ifpaNumber) ? undefined : m.players_ifpa_wrong(),
    }),
    send: async values => {
      const own = isGuest ? { name: values.name.trim(), ifpaNumber: values.ifpaNumber.trim() || null } : {}
      await edit({ groupId, personId, ...own, note: values.note })
      onDone(m.events_people_edited({ name: isGuest ? values.name.trim() : name }))
      onClose()
    },
  })
  return (
    <FormBody form={form} action={m.ui_save_changes()} wide>
      {isGuest && (
        <>
          <TextField label={m.ui_name()} hint={m.groups_people_name_hint()} maxLength={60} autoComplete="off" {...form.field('name')} />
          <TextField
            label={m.ui_ifpa_number()}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            dir="ltr"
            {...form.field('ifpaNumber')}
          />
        </>
      )}
      <TextArea label={m.groups_people_note()} hint={m.groups_people_note_hint()} maxLength={200} {...form.field('note')} />
    </FormBody>
  )
}

/** The link by which an account claims everything that the person has played. */
function ClaimLink({ person: { _id: personId, groupId, name }, onClose }: PersonDialogProps) {
  const { result, error } = useMethodResult(eventsPersonClaimCode, { groupId, personId })
  const path = result === null ? '' : `/events/claim?code=${encodeURIComponent(result.code)}`
  return (
    <Dialog open title={m.events_person_claim()} isDirty={false} onClose={onClose}>
      <p className={layout.quiet}>{m.groups_people_claim_words({ name })}</p>
      <FormError message={error} />
      <div className={cx(layout.stack4, styles.invite)} aria-busy={result === null && error === null}>
        {result !== null && (
          <>
            <QrCode text={new URL(path, document.baseURI).href} label={m.events_person_claim_code({ name })} />
            <ShareLinks title={m.groups_people_share()} path={path} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function MergePerson({ person: { _id: from, groupId, name }, people, onDone, onClose }: PersonDialogProps) {
  const merge = useMethod(groupsMergePeople)
  const others = people.filter(({ _id }) => _id !== from)
  const form = useForm({
    initial: { into: '' },
    check: ({ into }) => ({ into: into === '' ? m.groups_people_merge_missing() : undefined }),
    send: async ({ into }) => {
      await merge({ groupId, from, into })
      onDone(m.events_people_merged({ name, other: others.find(({ _id }) => _id === into)?.name ?? '' }))
      onClose()
    },
  })
  return (
    <Dialog open title={m.groups_people_merge_title({ name })} onClose={onClose}>
      <FormBody form={form} action={m.groups_people_merge()} kind="danger" wide>
        <p className={layout.quiet}>{m.groups_people_merge_words({ name })}</p>
        <Select
          label={m.events_people_merge_into()}
          value={form.values.into}
          error={form.field('into').error}
          choices={[
            { value: '', label: m.groups_people_merge_choose() },
            ...others.map(({ _id, name: other, username, ifpaNumber, note }) => ({
              value: _id,
              label: commas([other, username, ifpaNumber !== undefined && `IFPA ${ifpaNumber}`, note]),
            })),
          ]}
          onChange={into => form.set('into', into)}
        />
      </FormBody>
    </Dialog>
  )
}

function RemovePerson({ person: { _id: personId, groupId, name, userId }, onDone, onClose }: PersonDialogProps) {
  const remove = useMethod(groupsRemovePerson)
  const [eraseName, setEraseName] = useState(false)
  return (
    <ConfirmDialog
      title={m.ui_remove_name_ask({ name })}
      confirmLabel={m.groups_people_remove()}
      cancelLabel={m.ui_cancel()}
      onConfirm={async () => {
        await remove({ groupId, personId, eraseName })
        onDone(m.events_people_removed({ name }))
      }}
      onClose={onClose}
    >
      <p>{userId === undefined ? m.groups_people_remove_words({ name }) : m.groups_people_remove_claimed_words({ name })}</p>
      {userId === undefined && (
        <Checkbox label={m.groups_people_erase()} hint={m.groups_people_erase_hint()} checked={eraseName} onChange={setEraseName} />
      )}
    </ConfirmDialog>
  )
}
