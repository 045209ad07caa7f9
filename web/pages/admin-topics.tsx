export default function AdminTopics() {
  return null;
}
