/** TypeScript does not find the package's own declarations. */
declare module 'unicode-confusables' {
  /**
   * Replaces each character by the one that represents all that look like it (Unicode's confusables.txt), and removes zero-width
   * characters.
   */
  export function rectifyConfusion(text: string): string
}
