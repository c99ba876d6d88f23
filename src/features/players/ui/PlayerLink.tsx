import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import styles from './PlayerLink.module.css'

export type PlayerLinkProps = {
  /** Empty for a deleted account, which has neither a name nor a page. */
  username: string
  className?: string | undefined
  children: ReactNode
}

/** A player's name as a link to the player's page. */
export function PlayerLink({ username, className, children }: PlayerLinkProps) {
  if (username === '') return <span className={cx(styles.gone, className)}>{children}</span>
  return (
    <Link className={className} href={`/players/${encodeURIComponent(username)}`}>
      {children}
    </Link>
  )
}
