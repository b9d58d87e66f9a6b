"""The Workflow page's parts: tools, graph, inspector, problems, versions, and the edits that they offer."""
