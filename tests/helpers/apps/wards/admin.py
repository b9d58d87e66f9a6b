"""What Django's admin shows."""

from __future__ import annotations

from django.contrib import admin

from wards.models import Patient


@admin.register(Patient)
class PatientAdmin(admin.ModelAdmin):
    """The usual list with a search field and filters."""

    list_display = ("family", "given", "number", "ward", "admitted", "insured")
    list_filter = ("ward",)
    search_fields = ("family", "number")
