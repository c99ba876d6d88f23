import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import { LocalLinkNotice } from '#platform/ui/sharing/LocalLinkNotice.tsx'
import { QrCode } from '#platform/ui/sharing/QrCode.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './venue-print.module.css'

/** A code on the sheet. `name`: of its machine; `path`: where it leads */
export interface PrintedCode {
  id: string
  name: string
  path: string
}

interface CodeSheetProps {
  /** of the venue */
  name: string
  codes: readonly PrintedCode[]
  /** what to do with a code, printed below it */
  scan: string
  /** what is shown if there are no codes */
  empty: ReactNode
}

/** A sheet of QR codes, one a machine, to be cut out. */
export function CodeSheet({ name, codes, scan, empty }: CodeSheetProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const shown = codes.filter(({ id }) => !left.has(id))
  return (
    <div className={layout.stack4}>
      <div className={layout.between}>
        <h1 dir="auto">{name}</h1>
        <Button kind="primary" disabled={shown.length === 0} onClick={() => window.print()}>
          {m.venues_codes_button()}
        </Button>
      </div>
      <div className={styles.choice}>
        <LocalLinkNotice />
      </div>
      {codes.length === 0 && empty}
      {codes.length > 0 && (
        <details className={styles.choice}>
          <summary className={layout.summary}>{m.venues_codes_machines()}</summary>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid in all browsers */}
          <div className={layout.columns} role="group" aria-label={m.venues_codes_machines()}>
            {codes.map(code => (
              <Checkbox
                key={code.id}
                label={code.name}
                checked={!left.has(code.id)}
                onChange={on => setLeft(before => new Set(on ? [...before].filter(id => id !== code.id) : [...before, code.id]))}
              />
            ))}
          </div>
        </details>
      )}
      {codes.length > 0 && shown.length === 0 && <EmptyState title={m.venues_codes_none()}>{m.venues_codes_none_words()}</EmptyState>}
      <List className={layout.columns}>
        {shown.map(code => (
          <li key={code.id} className={cx(layout.stack2, layout.anywhere, styles.code)}>
            <QrCode text={absolute(code.path)} label={m.venues_codes_code_of({ machine: code.name })} />
            <h2 dir="auto">{code.name}</h2>
            <p>{scan}</p>
            <p className={layout.small}>{name}</p>
          </li>
        ))}
      </List>
    </div>
  )
}

/** The server does not know under which address the reader's browser has the page. */
const absolute = (path: string): string => (typeof document === 'undefined' ? path : new URL(path, document.baseURI).href)
