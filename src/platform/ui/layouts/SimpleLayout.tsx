import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import styles from './SimpleLayout.module.css'
import { SkipLink } from './SkipLink.tsx'

export type SimpleLayoutProps = {
  title?: string
  /** `form` for a narrow column, `text` for a column of text. */
  width?: 'form' | 'text'
  banner?: ReactNode
  children: ReactNode
}

/** A layout without navigation, for a single task or text: the site's name, the content and the footer. */
export function SimpleLayout({ title, width = 'form', banner, children }: SimpleLayoutProps) {
  return (
    <div className={styles.layout}>
      <SkipLink />
      <header className={styles.head}>
        <Brand />
      </header>
      <main className={styles[width]} id="main" tabIndex={-1}>
        {title && <h1>{title}</h1>}
        {children}
      </main>
      <Footer />
      {banner}
    </div>
  )
}
