import type { ReactNode } from 'react'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import { type Settings, useSettings } from './use-settings.ts'

/** Shows what is made of the settings, once they are there. */
export function SettingsLoader({ children }: { children: (settings: Settings) => ReactNode }) {
  const { settings, error } = useSettings()
  if (error !== null) return <ErrorState title={m.settings_failed()}>{errorMessage(error)}</ErrorState>
  return settings === null ? <Skeleton kind="form" count={4} page /> : children(settings)
}
