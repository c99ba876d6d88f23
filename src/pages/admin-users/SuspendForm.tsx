import { type AccountDoc, usersSuspend } from '#admin/contract.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { type EndChoice, endChoices, suspensionEnd, toLocalValue } from './suspension-end.ts'

type Values = { reason: string; end: EndChoice; date: string }

/** Suspends a user, or changes the reason and the end of a suspension. */
export function SuspendForm({ user: { _id: userId, suspended }, onDone }: { user: AccountDoc & { _id: string }; onDone: () => void }) {
  const suspend = useMethod(usersSuspend)
  const form = useForm<Values>({
    initial: {
      reason: suspended?.reason ?? '',
      end: suspended === undefined ? '7' : suspended.until === null ? 'never' : 'date',
      date: suspended?.until ? toLocalValue(suspended.until) : '',
    },
    check: ({ reason, end, date }) => ({
      reason: reason.trim() === '' ? m.admin_suspend_reason_missing() : undefined,
      date: suspensionEnd(end, date, Date.now()) === null ? m.rule_future() : undefined,
    }),
    send: async ({ reason, end, date }) => {
      const until = suspensionEnd(end, date, Date.now())
      await suspend({ userId, reason, ...(until ? { until } : {}) })
      onDone()
    },
  })
  return (
    <FormBody form={form} kind="danger" action={suspended === undefined ? m.admin_suspend() : m.admin_suspend_change()} wide>
      <TextArea autoFocus label={m.ui_reason()} hint={m.admin_suspend_reason_hint()} maxLength={500} {...form.field('reason')} />
      <Select label={m.ui_ends()} value={form.values.end} choices={endChoices()} onChange={end => form.set('end', end)} />
      {form.values.end === 'date' && (
        <TextField label={m.ui_end()} type="datetime-local" min={toLocalValue(new Date())} {...form.field('date')} />
      )}
    </FormBody>
  )
}
