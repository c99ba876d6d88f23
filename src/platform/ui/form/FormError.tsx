import { Icon } from '../controls/Icon.tsx'
import styles from './FormError.module.css'

/** The error of a form, above its submit button. The live region is always rendered, so that screen readers announce a new message. */
export function FormError({ message }: { message: string | null | undefined }) {
  return (
    <div role="alert">
      {message && (
        <p className={styles.error}>
          <Icon name="warn" />
          <span>{message}</span>
        </p>
      )}
    </div>
  )
}
