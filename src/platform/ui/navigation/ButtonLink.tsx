import styles from '../controls/Button.module.css'
import type { ButtonKind } from '../controls/Button.tsx'
import { cx } from '../cx.ts'
import { Link, type LinkProps } from './Link.tsx'

/** A link that looks like a button. */
export function ButtonLink({ kind = 'quiet', wide = false, className, ...rest }: LinkProps & { kind?: ButtonKind; wide?: boolean }) {
  return <Link {...rest} className={cx(styles.button, styles[kind], wide && styles.wide, className)} />
}
