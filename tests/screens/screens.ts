import { accountScreens } from './list-accounts.ts'
import { eventScreens } from './list-events.ts'
import { contentScreens } from './list-pages.ts'
import type { Screen } from './screen.ts'

/** Every screen whose pictures are taken. */
export const screens: readonly Screen[] = [...contentScreens, ...eventScreens, ...accountScreens]
