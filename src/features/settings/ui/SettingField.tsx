import type { ReactNode } from 'react'
import * as m from '#messages'
import { Icon } from '#platform/ui/controls/Icon.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { SettingDoc } from '../contract.ts'
import styles from './settings.module.css'
import { environmentVariable } from './use-settings.ts'

/** A field of a setting. What the environment sets is disabled, with the name of its variable. */
export function SettingField({ setting, children }: { setting: SettingDoc; children: ReactNode }) {
  const variable = environmentVariable(setting)
  if (variable === null) return children
  return (
    <fieldset className={styles.fixed} disabled>
      {children}
      <p className={cx(layout.line2, layout.quiet)}>
        <Icon name="info" />
        <span>{m.settings_fixed({ name: variable })}</span>
      </p>
    </fieldset>
  )
}
