import type { Plugin } from 'vite'

export declare function messagePlaceholders(): Plugin
export declare function localizeScripts(assets: string): void
