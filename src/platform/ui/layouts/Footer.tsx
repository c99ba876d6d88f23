import { use } from 'react'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { LanguageSelect } from '../controls/LanguageSelect.tsx'
import { List } from '../controls/List.tsx'
import { Link } from '../navigation/Link.tsx'
import { FooterContext } from './context/footer-context.ts'
import styles from './Footer.module.css'

/** The page footer: the site's social links, the legal pages and the language selection. */
export function Footer() {
  const { social } = useSiteSettings()
  const more = use(FooterContext)
  return (
    <footer className={cx(layout.between, layout.small, styles.footer)}>
      <List className={styles.links}>
        {social.map(({ text, href }) => (
          <li key={href}>
            <a href={href} rel="me noopener">
              {text}
            </a>
          </li>
        ))}
        <li>
          <Link href="/privacy">{m.ui_privacy()}</Link>
        </li>
        <li>
          <Link href="/child-safety">{m.ui_child_safety()}</Link>
        </li>
        {more !== null && <li>{more}</li>}
      </List>
      <div className={styles.language}>
        <LanguageSelect />
      </div>
    </footer>
  )
}
