import type { ReactNode } from 'react'
import layout from '#platform/ui/styles/layout.module.css'
import { Icon } from '../controls/Icon.tsx'
import styles from './Field.module.css'

export type Notes = { hint?: ReactNode; warning?: ReactNode; error?: ReactNode }

/** Returns `aria-describedby` for a control whose notes are rendered by `FieldNotes` with the same id. */
export const describedBy = (id: string, { hint, warning, error }: Notes): string | undefined =>
  [hint && `${id}-hint`, warning && `${id}-warning`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

/** The hint, warning and error under a control. Screen readers announce the warning and the error when they appear. */
export function FieldNotes({ id, hint, warning, error }: Notes & { id: string }) {
  return (
    <>
      {hint && (
        <span className={layout.quiet} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span aria-live="polite">
        {warning && (
          <span className={styles.warning} id={`${id}-warning`}>
            <Icon name="info" />
            <span>{warning}</span>
          </span>
        )}
        {error && (
          <span className={styles.error} id={`${id}-error`}>
            <Icon name="warn" />
            <span>{error}</span>
          </span>
        )}
      </span>
    </>
  )
}
