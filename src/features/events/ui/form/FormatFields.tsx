import { useId } from 'react'
import type { EventFormatKind } from '#events/formats/registry.ts'
import type { EventValues } from '#events/formats/ui/event-values.ts'
import type { FetchedFormatForm } from '#events/formats/ui/forms.ts'
import { formatLabels, LISTED_KINDS } from '#events/formats/ui/labels.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import type { Form } from '#platform/ui/form/use-form.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { formatName } from '../labels/format-labels.ts'
import styles from './event-form.module.css'

/** Choice of the format, one card each. */
export function FormatChoice({ form, onChoose }: { form: Form<EventValues>; onChoose: (kind: EventFormatKind) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.formats}>
      <legend className={cx(layout.legend, styles.legend)}>{m.ui_format()}</legend>
      {LISTED_KINDS.map(kind => (
        <label key={kind} className={styles.format}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={kind}
            aria-labelledby={`${name}-${kind}`}
            aria-describedby={`${name}-${kind}-summary`}
            checked={form.values.kind === kind}
            aria-invalid={form.values.kind === kind && form.field('kind').error !== undefined ? true : undefined}
            onChange={() => {
              form.set('kind', kind)
              onChoose(kind)
            }}
          />
          <span className={styles.formatName} id={`${name}-${kind}`}>
            {formatName({ kind })}
          </span>
          <span className={cx(layout.quiet, styles.quiet)} id={`${name}-${kind}-summary`}>
            {formatLabels({ kind }).summary()}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The options of the chosen format. @param format its part of the form */
export function FormatOptions({ form, format }: { form: Form<EventValues>; format: FetchedFormatForm }) {
  const Fields = format.form?.Fields
  return (
    <>
      <div className={cx(layout.pair, styles.options)}>
        {format.form === null && !format.failed && <Skeleton kind="form" count={2} />}
        {Fields && <Fields form={form} />}
      </div>
      {format.form === null && format.failed && (
        <Notice kind="error" title={m.events_state_options_failed()} action={<Button onClick={format.retry}>{m.ui_try_again()}</Button>}>
          <p>{m.ui_unfetched_text()}</p>
        </Notice>
      )}
    </>
  )
}
