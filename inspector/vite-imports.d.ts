/** What Vite makes of imports with these endings. */
declare module '*?worker&inline' {
  /** A worker whose code is in the bundle. */
  const InlineWorker: new () => Worker;
  export default InlineWorker;
}
