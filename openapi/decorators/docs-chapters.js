export default function docsChapters() {
  return {};
}
