import type { ReactNode } from 'react'
import { Icon, type IconName } from '../controls/Icon.tsx'
import { cx } from '../cx.ts'
import styles from './Notice.module.css'

export type NoticeKind = 'info' | 'success' | 'warn' | 'error'

const icons: Record<NoticeKind, IconName> = { info: 'info', success: 'check', warn: 'warn', error: 'warn' }

/** A message inside the page. A warning or error interrupts a screen reader (`alert`); other kinds wait (`status`). */
export function Notice({
  kind = 'info',
  title,
  action,
  children,
}: {
  kind?: NoticeKind
  title?: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  const loud = kind === 'warn' || kind === 'error'
  return (
    <div className={cx(styles.notice, styles[kind])} role={loud ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        {children}
      </div>
      {action}
    </div>
  )
}
