import styles from './Avatar.module.css'
import { cx } from './cx.ts'
import { hash } from './hash.ts'
import { initials } from './initials.ts'

const colours = 8

/** A player's picture, or initials on a colour that belongs to the name. Decorative: the name always stands beside it. */
export function Avatar({ name, src, size = 'm' }: { name: string; src?: string | undefined; size?: 's' | 'm' | 'l' }) {
  if (src)
    return <img className={cx(styles.avatar, styles[size])} src={src} alt="" width={40} height={40} loading="lazy" decoding="async" />
  return (
    <span className={cx(styles.avatar, styles[size], styles[`c${hash(name) % colours}`])} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
