import { useEffect } from 'react'
import { blockReload } from './block-reload.ts'

/** Blocks automatic reloads of the page while `isBlocked`: for what would be lost and stands in no field. */
export const useBlockReload = (isBlocked: boolean): void => useEffect(() => (isBlocked ? blockReload() : undefined), [isBlocked])
