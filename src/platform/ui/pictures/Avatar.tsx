import { hashText } from '#platform/text/hash.ts'
import { initials } from '#platform/text/initials.ts'
import { cx } from '../cx.ts'
import styles from './Avatar.module.css'
import type { ShownSize } from './pictures.ts'
import { Thumbnail } from './Thumbnail.tsx'

const colours = 8

/** A player's or a group's picture, or initials on a colour derived from the name. Decorative: the name is always shown beside it. */
export function Avatar({ name, picture, size = 'm' }: { name: string; picture?: ShownSize | undefined; size?: 's' | 'm' | 'l' }) {
  const letters = (
    <span className={cx(styles.avatar, styles[size], styles[`c${hashText(name) % colours}`])} aria-hidden="true">
      {initials(name)}
    </span>
  )
  if (picture === undefined) return letters
  return <Thumbnail className={cx(styles.avatar, styles.picture, styles[size])} picture={picture} fallback={letters} />
}
