import styles from './FormError.module.css'
import { Icon } from './Icon.tsx'

/** What stopped the form, above its button. Always on the page, so that a screen reader hears it appear. */
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
