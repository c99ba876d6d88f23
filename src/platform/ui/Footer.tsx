import { use } from 'react'
import styles from './Footer.module.css'
import { FooterContext } from './footer-context.ts'
import { Link } from './Link.tsx'

export type SocialLink = { text: string; href: string }

/** The site's small print, and where else it lives. */
export function Footer({ social = [] }: { social?: readonly SocialLink[] | undefined }) {
  const more = use(FooterContext)
  return (
    <footer className={styles.footer}>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that an unmarked list is one */}
      <ul className={styles.links} role="list">
        {social.map(({ text, href }) => (
          <li key={href}>
            <a href={href} rel="me noopener">
              {text}
            </a>
          </li>
        ))}
        <li>
          <Link href="/privacy">Privacy</Link>
        </li>
        <li>
          <Link href="/child-safety">Child safety</Link>
        </li>
        {more !== null && <li>{more}</li>}
      </ul>
    </footer>
  )
}
