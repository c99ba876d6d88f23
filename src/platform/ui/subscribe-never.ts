/** For values that do not change while a page is open but differ on the server: `useSyncExternalStore` then listens to nothing. */
export const subscribeNever = (): (() => void) => () => {}
