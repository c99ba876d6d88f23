import { useRef, useState } from 'react'
import { v7 } from 'uuid'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { typedNumber } from '#platform/text/numbers.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useHasRole } from '#roles/ui/use-roles.ts'
import { type InvitationLink, invitationsAdd } from '../contract.ts'
import { DEFAULT_DAYS, DEFAULT_USES, PLAYER_USES } from '../rules.ts'
import { InvitationLinkView } from './InvitationLinkView.tsx'
import styles from './invitations.module.css'

const MAX_USES = 1000
const DAYS = [1, DEFAULT_DAYS, 30, 90, 365]

/** Creates an invitation, then shows its link. */
export function SiteInviteDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<{ link: InvitationLink; uses: number } | null>(null)
  return (
    <Dialog open title={created === null ? m.invitations_new() : m.invitations_link_title()} onClose={onClose}>
      {created === null ? (
        <InviteForm onCreated={(link, uses) => setCreated({ link, uses })} />
      ) : (
        <FormResult>
          <div className={styles.link}>
            <InvitationLinkView link={created.link} remainingUses={created.uses} />
          </div>
        </FormResult>
      )}
    </Dialog>
  )
}

function InviteForm({ onCreated }: { onCreated: (link: InvitationLink, uses: number) => void }) {
  const add = useMethod(invitationsAdd)
  const maxUses = useHasRole(['admin']) ? MAX_USES : PLAYER_USES
  /** The same invitation keeps its id when it is sent again. */
  const sent = useRef<{ id: string; text: string } | null>(null)
  const form = useForm({
    initial: { uses: String(DEFAULT_USES), days: String(DEFAULT_DAYS), note: '' },
    check: ({ uses }) => ({
      uses:
        typedNumber(uses) >= 1 && typedNumber(uses) <= maxUses ? undefined : m.invitations_form_uses_error({ most: plainNumber(maxUses) }),
    }),
    send: async ({ uses, days, note }) => {
      const input = { uses: typedNumber(uses), days: Number(days), note: note.trim() }
      const text = JSON.stringify(input)
      if (sent.current?.text !== text) sent.current = { id: v7(), text }
      onCreated(await add({ _id: sent.current.id, ...input }), input.uses)
    },
  })
  return (
    <FormBody form={form} action={m.invitations_form_send()} wide>
      <TextField label={m.invitations_form_uses()} inputMode="numeric" autoComplete="off" maxLength={4} dir="ltr" {...form.field('uses')} />
      <Select
        label={m.invitations_form_days()}
        value={form.values.days}
        choices={DAYS.map(days => ({ value: String(days), label: m.invitations_form_day_count({ count: days, n: plainNumber(days) }) }))}
        onChange={days => form.set('days', days)}
      />
      <TextField
        label={m.invitations_form_note()}
        hint={m.invitations_form_note_hint()}
        maxLength={100}
        autoComplete="off"
        {...form.field('note')}
      />
    </FormBody>
  )
}
