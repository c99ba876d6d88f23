import { useRef } from 'react'
import { v7 } from 'uuid'
import type { BlockedKind } from '#accounts/rules/blocked-names.ts'
import { namesBlock } from '#admin/contract.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './names.module.css'

type Values = { kind: BlockedKind; name: string; where: 'whole' | 'anywhere' }

const HINTS: Record<BlockedKind, () => string> = {
  username: m.admin_names_username_hint,
  word: m.admin_names_word_hint,
  domain: m.admin_names_domain_hint,
}

/** Blocks a user name, a word, or a mail domain. */
export function BlockNameForm() {
  const block = useMethod(namesBlock)
  /** The same entry keeps its id when it is sent again. */
  const lastRequest = useRef<{ id: string; text: string } | null>(null)
  const form = useForm<Values>({
    initial: { kind: 'username', name: '', where: 'whole' },
    check: ({ name }) => ({ name: name.trim() === '' ? m.admin_names_missing() : undefined }),
    send: async ({ kind, name, where }) => {
      const entry = { kind, name: name.trim(), ...(kind === 'word' ? { anywhere: where === 'anywhere' } : {}) }
      const text = JSON.stringify(entry)
      if (lastRequest.current?.text !== text) lastRequest.current = { id: v7(), text }
      await block({ _id: lastRequest.current.id, ...entry })
      lastRequest.current = null
      form.set('name', '')
    },
    place: error => (error instanceof DdpError && (error.error === 400 || error.error === 409) ? { name: errorMessage(error) } : null),
  })
  const { kind, where } = form.values
  return (
    <div className={styles.form}>
      <FormBody form={form} action={m.admin_names_block()}>
        <div className={layout.columns}>
          <Select
            label={m.admin_names_kind()}
            value={kind}
            choices={[
              { value: 'username', label: m.ui_user_name() },
              { value: 'word', label: m.admin_names_word() },
              { value: 'domain', label: m.admin_names_domain() },
            ]}
            onChange={value => form.set('kind', value)}
          />
          <TextField
            label={kind === 'username' ? m.ui_user_name() : kind === 'word' ? m.admin_names_word() : m.admin_names_domain()}
            hint={HINTS[kind]()}
            maxLength={253}
            autoComplete="off"
            autoCapitalize="none"
            dir={kind === 'domain' ? 'ltr' : 'auto'}
            {...form.field('name')}
          />
        </div>
        {kind === 'word' && (
          <RadioList
            label={m.admin_names_match()}
            value={where}
            choices={[
              { value: 'whole', label: m.admin_names_whole(), hint: m.admin_names_whole_hint() },
              { value: 'anywhere', label: m.admin_names_anywhere(), hint: m.admin_names_anywhere_hint() },
            ]}
            onChange={value => form.set('where', value)}
          />
        )}
      </FormBody>
    </div>
  )
}
